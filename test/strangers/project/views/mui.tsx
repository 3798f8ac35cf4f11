/** MUI, whose styles emotion puts into the head. */
import {
  Alert,
  Button,
  Card,
  CardContent,
  Chip,
  List,
  ListItem,
  ListItemText,
  Stack,
  Tab,
  Tabs,
  TextField,
  Typography,
} from '@mui/material'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  button: show(() => <Button variant="contained">Save</Button>),
  card: show(() => (
    <Card>
      <CardContent>
        <Typography variant="h5">Title</Typography>
        <Typography>Text</Typography>
      </CardContent>
    </Card>
  )),
  list: show(() => (
    <List>
      {['a', 'b'].map((text) => (
        <ListItem key={text}>
          <ListItemText primary={text} />
        </ListItem>
      ))}
    </List>
  )),
  stack: show(() => (
    <Stack spacing={2}>
      <Chip label="Chip" />
      <Alert severity="info">Info</Alert>
    </Stack>
  )),
  field: show(() => <TextField label="Name" defaultValue="Ada" />),
  tabs: show(() => (
    <Tabs value={1}>
      <Tab label="One" />
      <Tab label="Two" />
    </Tabs>
  )),
})
