/** cmdk. */
import { Command } from 'cmdk'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  menu: show(() => (
    <Command label="Command Menu">
      <Command.Input />
      <Command.List>
        <Command.Empty>No results found.</Command.Empty>
        <Command.Group heading="Letters">
          <Command.Item>a</Command.Item>
          <Command.Item>b</Command.Item>
        </Command.Group>
        <Command.Item>Apple</Command.Item>
      </Command.List>
    </Command>
  )),
})
