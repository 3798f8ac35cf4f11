import * as M from '@mui/material'
import { styled } from '@mui/material/styles'
import { h, render } from './_mui.js'

const Item = styled(M.Paper)(({ theme }) => ({
  ...theme.typography.body2,
  padding: theme.spacing(1),
  '&:nth-of-type(odd)': { fontWeight: 700, '& > span': { textTransform: 'uppercase' } },
  '&::before': { content: '"»"', opacity: 0.5 },
  [theme.breakpoints.up('md')]: { position: 'sticky', top: 0 },
  ...theme.applyStyles('dark', { backgroundColor: '#1A2027' }),
}))
const Root = styled('section', { shouldForwardProp: (name) => name !== 'wide' })(({ wide }) => ({
  display: wide ? 'grid' : 'flex',
  gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
  '@supports (display: grid)': { rowGap: 8 },
  'div + div': { marginInlineStart: 4 },
  '.Mui-disabled &': { display: 'none' },
}))
const items = (from) =>
  Array.from({ length: 6 }, (_, at) =>
    h(Item, { key: at, elevation: at }, h('span', null, `${from} ${at}`)),
  )

export const page = render(
  'Styled',
  h(
    M.Container,
    { fixed: true },
    h(Root, { wide: true }, ...items('grid')),
    h(Root, null, ...items('flex')),
    h(
      M.Alert,
      {
        severity: 'error',
        variant: 'filled',
        action: h(M.Button, { color: 'inherit', size: 'small' }, 'Undo'),
      },
      h(M.AlertTitle, null, 'Error'),
      'Text',
    ),
    h(M.Alert, { severity: 'info' }, 'Standard'),
    h(M.SnackbarContent, { message: 'Saved', action: h(M.Button, null, 'Close') }),
    h(
      M.Card,
      { sx: { maxWidth: 345, '&:hover': { opacity: 0.9 } } },
      h(
        M.CardActionArea,
        null,
        h(M.CardMedia, { component: 'img', height: 140, alt: 'x' }),
        h(
          M.CardContent,
          null,
          h(M.Typography, { gutterBottom: true, variant: 'h5', component: 'div' }, 'Lizard'),
          h(
            M.Typography,
            { variant: 'body2', sx: { color: 'text.secondary', whiteSpace: 'pre-wrap' } },
            'Lizards',
          ),
        ),
      ),
    ),
    h(
      M.AvatarGroup,
      { max: 3 },
      h(M.Avatar, null, 'A'),
      h(M.Avatar, null, 'B'),
      h(M.Avatar, null, 'C'),
      h(M.Avatar, null, 'D'),
    ),
    h(
      M.NativeSelect,
      { defaultValue: 30 },
      h('option', { value: 10 }, 'Ten'),
      h('option', { value: 30 }, 'Thirty'),
    ),
    h(M.OutlinedInput, { startAdornment: h(M.InputAdornment, { position: 'start' }, '$') }),
    h(M.Divider, { textAlign: 'left' }, 'OR'),
    h(M.Link, { component: 'button', variant: 'inherit' }, 'Button link'),
  ),
)
