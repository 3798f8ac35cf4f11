import * as M from '@mui/material'
import { h, render } from './_mui.js'

const row = (name, calories, selected) =>
  h(
    M.TableRow,
    { key: name, hover: true, selected },
    h(M.TableCell, { component: 'th', scope: 'row' }, name),
    h(M.TableCell, { align: 'right' }, calories),
    h(M.TableCell, { padding: 'checkbox' }, h(M.Checkbox, { checked: selected, readOnly: true })),
  )

export const page = render(
  'Table',
  h(
    M.Box,
    {
      sx: {
        p: { xs: 1, sm: 3 },
        bgcolor: 'background.paper',
        '@media (max-width: 500px)': { fontSize: 12 },
      },
    },
    h(
      M.Breadcrumbs,
      null,
      h(M.Link, { href: '#' }, 'Home'),
      h(M.Typography, { color: 'text.primary' }, 'Here'),
    ),
    h(
      M.Grid,
      { container: true, spacing: 2 },
      ...['One', 'Two', 'Three'].map((title) =>
        h(
          M.Grid,
          { key: title, size: { xs: 12, sm: 6, md: 4 } },
          h(
            M.Card,
            { variant: title === 'Two' ? 'outlined' : 'elevation', raised: title === 'Three' },
            h(M.CardHeader, {
              avatar: h(M.Avatar, { variant: 'rounded' }, title[0]),
              title,
              subheader: 'September',
            }),
            h(
              M.CardContent,
              null,
              h(M.Typography, { variant: 'overline' }, 'Over'),
              h(
                M.Typography,
                { noWrap: true, gutterBottom: true, fontStyle: 'italic' },
                'A long text',
              ),
            ),
            h(M.CardActions, { disableSpacing: true }, h(M.Button, { size: 'small' }, 'Share')),
          ),
        ),
      ),
    ),
    h(
      M.TableContainer,
      { component: M.Paper, elevation: 4 },
      h(
        M.Table,
        { size: 'small', stickyHeader: true },
        h('caption', null, 'Caption'),
        h(
          M.TableHead,
          null,
          h(
            M.TableRow,
            null,
            h(
              M.TableCell,
              { sortDirection: 'asc' },
              h(M.TableSortLabel, { active: true }, 'Dessert'),
            ),
            h(M.TableCell, { align: 'right' }, 'Calories'),
            h(M.TableCell),
          ),
        ),
        h(M.TableBody, null, row('Yoghurt', 159, false), row('Eclair', 262, true)),
        h(M.TableFooter, null, h(M.TableRow, null, h(M.TableCell, { colSpan: 3 }, 'Sum'))),
      ),
    ),
    h(M.Pagination, { count: 3, page: 2, shape: 'rounded', color: 'primary' }),
    h(M.LinearProgress, { variant: 'determinate', value: 40 }),
    h(M.CircularProgress, { size: 20 }),
    h(
      M.Stack,
      {
        direction: 'row',
        spacing: 1,
        divider: h(M.Divider, { orientation: 'vertical', flexItem: true }),
      },
      h(M.Chip, { label: 'Chip', onDelete() {} }),
      h(M.Chip, { label: 'Out', variant: 'outlined', color: 'success', size: 'small' }),
      h(M.Badge, { badgeContent: 4, color: 'error' }, h('span', null, 'Mail')),
    ),
    h(M.Skeleton, { variant: 'text', width: 100 }),
  ),
)
