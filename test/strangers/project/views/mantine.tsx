/** Mantine. */
import '@mantine/core/styles.css'
import { Accordion, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const mantine = (node: ReactNode) => show(() => <MantineProvider>{node}</MantineProvider>)

export default cases({
  accordion: mantine(
    <Accordion defaultValue="a">
      <Accordion.Item value="a">
        <Accordion.Control>A</Accordion.Control>
        <Accordion.Panel>Body a</Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="b">
        <Accordion.Control>B</Accordion.Control>
        <Accordion.Panel>Body b</Accordion.Panel>
      </Accordion.Item>
    </Accordion>,
  ),
})
