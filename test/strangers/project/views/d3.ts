/** d3 by its manual. */
import * as d3 from 'd3'
import 'd3-transition'
import { cases } from '../cases.ts'

export default cases({
  join(element) {
    d3.select(element)
      .selectAll('p')
      .data([4, 8, 15])
      .join('p')
      .attr('class', 'n')
      .style('width', (d) => `${d}px`)
      .text((d) => d)
  },
  axis(element) {
    const x = d3.scaleLinear([0, 10], [20, 180])
    d3.select(element)
      .append('svg')
      .attr('viewBox', '0 0 200 40')
      .append('g')
      .attr('transform', 'translate(0,20)')
      .call(d3.axisBottom(x).ticks(5))
  },
  bars(element) {
    d3.csv('/data/sales.csv', d3.autoType).then((rows) => {
      const all = rows as unknown as { year: number; sold: number }[]
      const x = d3
        .scaleBand(
          all.map(({ year }) => String(year)),
          [0, 100],
        )
        .padding(0.1)
      const y = d3.scaleLinear([0, d3.max(all, ({ sold }) => sold) ?? 0], [50, 0])
      const svg = d3.create('svg').attr('width', 100).attr('height', 50)
      svg
        .selectAll('rect')
        .data(all)
        .join('rect')
        .attr('x', ({ year }) => x(String(year)) ?? 0)
        .attr('y', ({ sold }) => y(sold))
        .attr('height', ({ sold }) => y(0) - y(sold))
        .attr('width', x.bandwidth())
      element.append(svg.node() as Node)
    })
  },
  line(element) {
    const line = d3
      .line<number>(
        (_, i) => i * 10,
        (d) => d,
      )
      .curve(d3.curveBasis)
    d3.select(element)
      .append('svg')
      .append('path')
      .attr('d', line([1, 5, 3, 9]))
  },
  transition(element) {
    d3.select(element)
      .append('svg')
      .append('circle')
      .attr('r', 0)
      .transition()
      .duration(200)
      .attr('r', 20)
  },
  force(element) {
    const nodes = d3.range(4).map((id) => ({ id }))
    const simulation = d3.forceSimulation(nodes).force('charge', d3.forceManyBody()).stop()
    simulation.tick(10)
    d3.select(element)
      .append('svg')
      .selectAll('circle')
      .data(nodes)
      .join('circle')
      .attr('r', 2)
      .attr('cx', (d) => Math.round((d as { x?: number }).x ?? 0))
  },
  time(element) {
    const x = d3.scaleUtc([new Date('2024-01-01'), new Date('2024-12-31')], [0, 300])
    d3.select(element).append('svg').append('g').call(d3.axisTop(x))
  },
})
