/** react-spring. */
import { animated, useSpring, useTransition } from '@react-spring/web'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function Spring() {
  const style = useSpring({ from: { opacity: 0 }, to: { opacity: 1 } })
  return <animated.p style={style}>Spring</animated.p>
}
function Transition() {
  const transitions = useTransition(['a', 'b'], { from: { opacity: 0 }, enter: { opacity: 1 } })
  return transitions((style, item) => <animated.i style={style}>{item}</animated.i>)
}

export default cases({ spring: show(() => <Spring />), transition: show(() => <Transition />) })
