/** Leaflet. */
import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

function map(element: HTMLElement) {
  const place = box(element)
  place.style.cssText = 'width: 400px; height: 300px'
  return L.map(place, { zoomAnimation: false, fadeAnimation: false }).setView([51.505, -0.09], 13)
}

export default cases({
  marker: (element) =>
    void L.marker([51.5, -0.09], { alt: 'Here' })
      .addTo(map(element))
      .bindPopup('A <b>popup</b>.')
      .openPopup(),
  shapes(element) {
    const made = map(element)
    L.circle([51.508, -0.11], { radius: 500, color: 'red' }).addTo(made)
    L.polygon([
      [51.509, -0.08],
      [51.503, -0.06],
      [51.51, -0.047],
    ]).addTo(made)
  },
})
