/** wouter. */
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const at = (path: string) =>
  show(() => (
    <Router hook={memoryLocation({ path }).hook}>
      <Where />
      <Link href="/users/1">One</Link>
      <Switch>
        <Route path="/users/:name">{({ name }) => <p>Hello, {name}!</p>}</Route>
        <Route>404: No such page!</Route>
      </Switch>
    </Router>
  ))
const Where = () => <b>{useLocation()[0]}</b>

export default cases({ none: at('/none') })
