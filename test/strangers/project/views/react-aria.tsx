import { Button } from 'react-aria-components'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  button: show(() => <Button>Press</Button>),
})
