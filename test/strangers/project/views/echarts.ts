/** Apache ECharts. */
import * as echarts from 'echarts'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const option = {
  animation: false,
  title: { text: 'Getting Started' },
  tooltip: {},
  xAxis: { data: ['shirt', 'cardigan', 'chiffon'] },
  yAxis: {},
  series: [{ name: 'sales', type: 'bar', data: [5, 20, 36] }],
}
const size = { width: 600, height: 400 }

export default cases({
  canvas: (element) => echarts.init(box(element), null, size).setOption(option),
})
