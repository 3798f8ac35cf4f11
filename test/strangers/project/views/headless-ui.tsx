/** Headless UI. */
import {
  Dialog,
  DialogPanel,
  DialogTitle,
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
} from '@headlessui/react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  disclosure: show(() => (
    <Disclosure defaultOpen>
      <DisclosureButton>Is it open?</DisclosureButton>
      <DisclosurePanel>Yes.</DisclosurePanel>
    </Disclosure>
  )),
  dialog: show(() => (
    <Dialog open onClose={() => {}}>
      <DialogPanel>
        <DialogTitle>Title</DialogTitle>
        <button type="button">Close</button>
      </DialogPanel>
    </Dialog>
  )),
})
