/** Radix primitives by their manual. */
import * as Accordion from '@radix-ui/react-accordion'
import * as Dialog from '@radix-ui/react-dialog'
import * as Tabs from '@radix-ui/react-tabs'
import * as Tooltip from '@radix-ui/react-tooltip'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  accordion: show(() => (
    <Accordion.Root type="single" defaultValue="b" collapsible>
      {['a', 'b'].map((value) => (
        <Accordion.Item key={value} value={value}>
          <Accordion.Header>
            <Accordion.Trigger>Trigger {value}</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>Content {value}</Accordion.Content>
        </Accordion.Item>
      ))}
    </Accordion.Root>
  )),
  tabs: show(() => (
    <Tabs.Root defaultValue="two">
      <Tabs.List aria-label="Tabs">
        <Tabs.Trigger value="one">One</Tabs.Trigger>
        <Tabs.Trigger value="two">Two</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="one">First</Tabs.Content>
      <Tabs.Content value="two">Second</Tabs.Content>
    </Tabs.Root>
  )),
  closed: show(() => (
    <Dialog.Root>
      <Dialog.Trigger>Open</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content>Hidden</Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )),
  dialog: show(() => (
    <Dialog.Root defaultOpen>
      <Dialog.Trigger>Open</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content>
          <Dialog.Title>Title</Dialog.Title>
          <Dialog.Description>Description</Dialog.Description>
          <Dialog.Close>Close</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )),
  tooltip: show(() => (
    <Tooltip.Provider>
      <Tooltip.Root>
        <Tooltip.Trigger>Trigger</Tooltip.Trigger>
        <Tooltip.Content>Content</Tooltip.Content>
      </Tooltip.Root>
    </Tooltip.Provider>
  )),
})
