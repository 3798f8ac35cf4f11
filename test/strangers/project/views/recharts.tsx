/** recharts by its manual: with sizes of its own, and in a container that says them. */
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const data = [
  { name: 'A', uv: 4 },
  { name: 'B', uv: 3 },
  { name: 'C', uv: 9 },
]

export default cases({
  line: show(() => (
    <LineChart width={400} height={200} data={data}>
      <XAxis dataKey="name" />
      <YAxis />
      <Line dataKey="uv" isAnimationActive={false} />
    </LineChart>
  )),
  bar: show(() => (
    <BarChart width={400} height={200} data={data}>
      <CartesianGrid />
      <Bar dataKey="uv" isAnimationActive={false} />
      <Legend />
    </BarChart>
  )),
  pie: show(() => (
    <PieChart width={200} height={200}>
      <Pie data={data} dataKey="uv" isAnimationActive={false} />
    </PieChart>
  )),
  responsive: show(() => (
    <div style={{ width: 400, height: 200 }}>
      <ResponsiveContainer>
        <BarChart data={data}>
          <Bar dataKey="uv" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )),
})
