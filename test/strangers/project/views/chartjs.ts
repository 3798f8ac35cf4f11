/** Chart.js by its manual: the canvas and the content around it. */
import Chart from 'chart.js/auto'
import { cases } from '../cases.ts'

export default cases({
  bar(element) {
    element.innerHTML = '<div style="width: 400px"><canvas id="chart">Fallback</canvas></div>'
    const chart = new Chart(element.querySelector('canvas') as HTMLCanvasElement, {
      type: 'bar',
      data: { labels: ['a', 'b'], datasets: [{ label: 'x', data: [1, 2] }] },
      options: { animation: false },
    })
    return () => chart.destroy()
  },
  fixed(element) {
    element.innerHTML = '<canvas width="300" height="150" aria-label="A chart"></canvas>'
    const chart = new Chart(element.querySelector('canvas') as HTMLCanvasElement, {
      type: 'line',
      data: { labels: ['a', 'b'], datasets: [{ data: [1, 2] }] },
      options: { responsive: false, animation: false },
    })
    element.insertAdjacentHTML('beforeend', `<p>${chart.data.labels?.length} labels</p>`)
    return () => chart.destroy()
  },
  legend(element) {
    element.innerHTML = '<canvas width="300" height="150"></canvas><ul></ul>'
    const chart = new Chart(element.querySelector('canvas') as HTMLCanvasElement, {
      type: 'pie',
      data: { labels: ['a', 'b'], datasets: [{ data: [1, 2] }] },
      options: { responsive: false, animation: false },
      plugins: [
        {
          id: 'list',
          afterUpdate(chart) {
            const items = chart.options.plugins?.legend?.labels?.generateLabels?.(chart) ?? []
            const list = element.querySelector('ul') as HTMLElement
            list.innerHTML = items.map(({ text }) => `<li>${text}</li>`).join('')
          },
        },
      ],
    })
    return () => chart.destroy()
  },
})
