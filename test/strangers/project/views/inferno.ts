/** Inferno. */
import { Component, render } from 'inferno'
import { createElement } from 'inferno-create-element'
import { cases } from '../cases.ts'

class Clock extends Component<{ name: string }, { ticks: number }> {
  override state = { ticks: 0 }
  override componentDidMount() {
    this.setState({ ticks: 1 })
  }
  override render() {
    return createElement('p', { className: 'clock' }, this.props.name, ' ', this.state?.ticks)
  }
}

export default cases({
  element: (element) => void render(createElement('h1', { id: 'a' }, 'Inferno'), element),
  component: (element) => void render(createElement(Clock, { name: 'Ada' }), element),
})
