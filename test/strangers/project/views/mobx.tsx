/** MobX with React. */
import { makeAutoObservable, runInAction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

class Timer {
  seconds = 0
  people: { name: string }[] = []
  constructor() {
    makeAutoObservable(this)
  }
  get double() {
    return this.seconds * 2
  }
  async load() {
    const people = await (await fetch('/data/people.json')).json()
    runInAction(() => void (this.people = people))
  }
}

const View = observer(({ timer }: { timer: Timer }) => (
  <>
    <p>
      {timer.seconds} {timer.double}
    </p>
    <ul>
      {timer.people.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  </>
))

export default cases({
  changed(element, page) {
    const timer = new Timer()
    setTimeout(() => runInAction(() => void (timer.seconds = 7)), 20)
    return show(() => <View timer={timer} />)(element, page)
  },
})
