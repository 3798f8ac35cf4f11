/** React Aria's components. */

import { CalendarDate } from '@internationalized/date'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  Cell,
  Checkbox,
  Column,
  Heading,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Row,
  Tab,
  TabList,
  Table,
  TableBody,
  TableHeader,
  TabPanel,
  Tabs,
  TextField,
} from 'react-aria-components'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  button: show(() => <Button>Press</Button>),
})
