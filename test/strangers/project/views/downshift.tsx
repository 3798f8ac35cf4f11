/** Downshift. */
import { useCombobox, useSelect } from 'downshift'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const items = ['apple', 'pear', 'plum']

function Select() {
  const made = useSelect({ items, defaultSelectedItem: 'pear' })
  return (
    <div>
      <label {...made.getLabelProps()}>Fruit</label>
      <button type="button" {...made.getToggleButtonProps()}>
        {made.selectedItem}
      </button>
      <ul {...made.getMenuProps()}>
        {made.isOpen &&
          items.map((item, index) => (
            <li key={item} {...made.getItemProps({ item, index })}>
              {item}
            </li>
          ))}
      </ul>
    </div>
  )
}

function Combobox() {
  const made = useCombobox({ items, initialIsOpen: true, initialInputValue: 'p' })
  return (
    <div>
      <label {...made.getLabelProps()}>Fruit</label>
      <input {...made.getInputProps()} />
      <ul {...made.getMenuProps()}>
        {made.isOpen &&
          items.map((item, index) => (
            <li key={item} {...made.getItemProps({ item, index })}>
              {item}
            </li>
          ))}
      </ul>
    </div>
  )
}

export default cases({ select: show(() => <Select />), combobox: show(() => <Combobox />) })
