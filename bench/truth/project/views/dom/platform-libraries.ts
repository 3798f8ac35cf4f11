/**
 * Libraries of requests, elements, checks and drawings whose defaults a page changes for all that
 * come after it.
 */
import { Ajv } from 'ajv'
import Alpine from 'alpinejs'
import axios from 'axios'
import Backbone from 'backbone'
import { Chart, registerables } from 'chart.js'
import * as d3 from 'd3'
import { css as goober } from 'goober'
import jquery from 'jquery'
import ko from 'knockout'
import ky from 'ky'
import log from 'loglevel'
import * as yup from 'yup'
import * as z from 'zod'
import { kindsView } from '../../parts/kinds.ts'

const ajv = new Ajv()
let api = ky.create({ headers: { 'x-page': 'none' } })
const color = d3.scaleOrdinal<string, string>(d3.schemeCategory10)
const linear = d3.scaleLinear()
const dispatch = d3.dispatch('page')
const router = Object.assign({}, Backbone.Events)
const observed = ko.observable<string>()
let told = 0
observed.subscribe(() => {
  told += 1
})
const answer = async (config: { headers: unknown }) => ({
  data: config.headers,
  status: 200,
  statusText: 'OK',
  headers: {},
  config: config as never,
})

export default kindsView({
  'axios interceptors accumulate': async ({ title }) => {
    axios.interceptors.request.use((config) => {
      const before = config.headers.get('x-titles')
      config.headers.set('x-titles', before ? `${String(before)}, ${title}` : title)
      return config
    })
    const { data } = await axios.get('/x', { adapter: answer as never })
    return (data as Record<string, string>)['x-titles'] ?? 'none'
  },
  'axios default headers': async ({ title }) => {
    const { common } = axios.defaults.headers
    common['x-title'] ??= title
    const { data } = await axios.get('/x', { adapter: answer as never })
    return (data as Record<string, string>)['x-title'] ?? 'none'
  },
  'ky extended': async ({ title }) => {
    api = api.extend({
      hooks: {
        beforeRequest: [
          (request) => {
            request.headers.append('x-title', title)
          },
        ],
        afterResponse: [],
      },
      fetch: async (request) => new Response((request as Request).headers.get('x-title')),
    })
    return api.get('http://truth.test/x').text()
  },
  'chart.js defaults': ({ note, title }) => {
    Chart.register(...registerables)
    if (note) Chart.defaults.color = 'red'
    return `${title} in ${Chart.defaults.color}`
  },
  'chart.js plugin registered once': ({ title }) => {
    const known = () => {
      try {
        return Chart.registry.getPlugin('truth') as unknown as { title: string }
      } catch {
        return undefined
      }
    }
    if (!known()) Chart.register({ id: 'truth', title } as never)
    return known()?.title ?? 'none'
  },
  'd3 ordinal scale': ({ title }) => color(title),
  'd3 domain of a module': ({ id, note }) => {
    if (note) linear.domain([0, id])
    return linear(0.5).toFixed(3)
  },
  'd3 dispatch': ({ title }) => {
    const before = dispatch.on('page') ? 'taken' : 'free'
    dispatch.on('page', () => title)
    return before
  },
  'd3 locale set for all': ({ note, price }) => {
    if (note)
      d3.formatDefaultLocale({ decimal: ',', thousands: '.', grouping: [3], currency: ['', '€'] })
    return d3.format(',.2f')(price)
  },
  'jquery ajaxSetup': ({ title }) => {
    const settings = jquery.ajaxSetup({}) as { headers?: Record<string, string> }
    if (!settings.headers) jquery.ajaxSetup({ headers: { title } })
    return (jquery.ajaxSetup({}) as { headers: Record<string, string> }).headers.title ?? 'none'
  },
  'jquery plugin and data': ({ title }, outlet) => {
    const plugins = jquery.fn as unknown as { truth?: () => string }
    plugins.truth ??= () => title
    jquery(outlet).data('truth', title)
    return plugins.truth()
  },
  'jquery handlers of document': ({ title }) => {
    const heard: string[] = []
    jquery(document).on('truth', (_event, list: string[]) => void list.push(title))
    jquery(document).trigger('truth', [heard])
    return heard.join(', ')
  },
  'backbone events': ({ title }) => {
    const heard: string[] = []
    router.on('page', (list: string[]) => void list.push(title))
    router.trigger('page', heard)
    return heard.join(', ')
  },
  'knockout observable': ({ title }) => {
    const before = observed() ?? 'none'
    observed(title)
    return `${before}, told ${told}`
  },
  'knockout binding made once': ({ title }, outlet) => {
    const handlers = ko.bindingHandlers as Record<string, { init(node: Element): void }>
    handlers.truth ??= { init: (node) => void (node.textContent = title) }
    outlet.insertAdjacentHTML('beforeend', '<i data-bind="truth: 1"></i>')
    ko.applyBindings({}, outlet.lastElementChild)
    return 'bound:'
  },
  'alpine store': ({ title }) => {
    const known = Alpine.store('truth') as { title: string } | undefined
    if (!known) Alpine.store('truth', { title })
    return (Alpine.store('truth') as { title: string }).title
  },
  'goober styles': ({ id }) => {
    goober({ order: id })
    const sheets = [...document.querySelectorAll('style')]
    return `${sheets.filter(({ textContent }) => textContent?.includes('order')).length} sheets`
  },
  'loglevel plugin': ({ title }) => {
    const real = log.methodFactory as typeof log.methodFactory & { depth?: number }
    const depth = (real.depth ?? 0) + 1
    log.methodFactory = Object.assign((...args: Parameters<typeof real>) => real(...args), {
      depth,
    })
    return `${title}, ${depth}`
  },
  'ajv schema added': ({ title }) => {
    ajv.addSchema({ type: 'string', title }, 'page')
    return (ajv.getSchema('page')?.schema as { title: string }).title
  },
  'yup locale': ({ title }) => {
    const problem = () => {
      try {
        yup.string().required().validateSync('')
        return 'valid'
      } catch (error) {
        return (error as Error).message
      }
    }
    const before = problem()
    yup.setLocale({ mixed: { required: title } })
    return before
  },
  'zod configured': ({ title }) => {
    const before = z.string().safeParse(1).error?.issues[0]?.message ?? 'none'
    z.config({ customError: () => title })
    return before
  },
})
