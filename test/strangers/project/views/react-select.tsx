/** React Select. */
import Select from 'react-select'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const options = [
  { value: 'chocolate', label: 'Chocolate' },
  { value: 'vanilla', label: 'Vanilla' },
]

export default cases({
  one: show(() => <Select instanceId="one" options={options} />),
})
