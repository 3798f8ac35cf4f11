/** Motion, in plain scripts and in React. */
import { animate } from 'motion'
import { AnimatePresence, motion } from 'motion/react'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'
import { show } from '../parts/react.ts'

export default cases({
  animate: (element) => void animate(box(element, 'box'), { opacity: 0.5 }, { duration: 0.2 }),
  presence: show(() => (
    <AnimatePresence>
      <motion.p key="a" exit={{ opacity: 0 }}>
        here
      </motion.p>
    </AnimatePresence>
  )),
})
