/** FullCalendar. */
import { Calendar } from '@fullcalendar/core'
import dayGridPlugin from '@fullcalendar/daygrid'
import listPlugin from '@fullcalendar/list'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const options = {
  plugins: [dayGridPlugin, listPlugin],
  initialDate: '2024-01-15',
  now: '2024-01-15',
  events: [
    { title: 'Meeting', start: '2024-01-16' },
    { title: 'Trip', start: '2024-01-18', end: '2024-01-21' },
  ],
}

export default cases({
  list(element) {
    new Calendar(box(element), { ...options, initialView: 'listMonth' }).render()
  },
})
