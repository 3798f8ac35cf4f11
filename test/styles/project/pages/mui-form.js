import * as M from '@mui/material'
import { h, render, tag } from './_mui.js'

const [Box, Button, Container, TextField, Checkbox, Label] = [
  M.Box,
  M.Button,
  M.Container,
  M.TextField,
  M.Checkbox,
  M.FormControlLabel,
].map(tag)
const [Typography, Link, Switch, Radio, Slider, Alert] = [
  M.Typography,
  M.Link,
  M.Switch,
  M.Radio,
  M.Slider,
  M.Alert,
].map(tag)

export const page = render(
  'Sign up',
  Container(
    { component: 'main', maxWidth: 'xs' },
    Typography({ component: 'h1', variant: 'h5', align: 'center' }, 'Sign up'),
    Alert({ severity: 'warning', variant: 'outlined' }, 'Check your input'),
    Box(
      {
        component: 'form',
        noValidate: true,
        sx: { mt: 3, display: 'grid', gap: 2, '& input': { fontWeight: 500 } },
      },
      TextField({ label: 'First name', required: true, fullWidth: true, id: 'first' }),
      TextField({
        label: 'Email',
        variant: 'filled',
        error: true,
        helperText: 'Wrong',
        id: 'email',
        defaultValue: 'x',
      }),
      TextField({
        label: 'Note',
        variant: 'standard',
        multiline: true,
        rows: 3,
        disabled: true,
        id: 'note',
      }),
      TextField(
        { label: 'Native', select: true, slotProps: { select: { native: true } }, id: 'native' },
        h('option', { value: 1 }, 'One'),
      ),
      Label({
        control: Checkbox({ defaultChecked: true, color: 'secondary' }),
        label: 'Remember me',
      }),
      Label({ control: Switch({ size: 'small' }), label: 'Switch', labelPlacement: 'start' }),
      h(
        M.FormControl,
        null,
        h(M.FormLabel, null, 'Kind'),
        h(
          M.RadioGroup,
          { row: true, defaultValue: 'a', name: 'k' },
          Label({ value: 'a', control: Radio({}), label: 'A' }),
          Label({ value: 'b', disabled: true, control: Radio({}), label: 'B' }),
        ),
      ),
      Slider({
        defaultValue: 30,
        marks: true,
        step: 10,
        'aria-label': 's',
        valueLabelDisplay: 'on',
      }),
      h(M.Rating, { name: 'rate', defaultValue: 2, max: 3 }),
      h(
        M.ToggleButtonGroup,
        { value: 'x', size: 'small' },
        h(M.ToggleButton, { value: 'x' }, 'X'),
        h(M.ToggleButton, { value: 'y' }, 'Y'),
      ),
      h(
        M.ButtonGroup,
        { variant: 'outlined' },
        Button({}, 'One'),
        Button({ disabled: true }, 'Two'),
      ),
      Button(
        {
          type: 'submit',
          variant: 'contained',
          fullWidth: true,
          sx: { mb: { xs: 1, md: 4 }, textTransform: 'none' },
        },
        'Sign up',
      ),
      Link({ href: '#', variant: 'body2', underline: 'hover' }, 'Already have an account?'),
    ),
  ),
)
