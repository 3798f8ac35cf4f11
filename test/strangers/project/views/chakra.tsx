/** Chakra UI 3. */
import { Accordion, Badge, Button, ChakraProvider, defaultSystem } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const chakra = (node: ReactNode) =>
  show(() => <ChakraProvider value={defaultSystem}>{node}</ChakraProvider>)

export default cases({
  button: chakra(
    <Button colorPalette="teal">
      Save <Badge>4</Badge>
    </Button>,
  ),
  accordion: chakra(
    <Accordion.Root defaultValue={['a']} collapsible>
      {['a', 'b'].map((value) => (
        <Accordion.Item key={value} value={value}>
          <Accordion.ItemTrigger>
            Item {value}
            <Accordion.ItemIndicator />
          </Accordion.ItemTrigger>
          <Accordion.ItemContent>
            <Accordion.ItemBody>Body {value}</Accordion.ItemBody>
          </Accordion.ItemContent>
        </Accordion.Item>
      ))}
    </Accordion.Root>,
  ),
})
