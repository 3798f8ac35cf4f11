import * as M from '@mui/material'
import { h, render } from './_mui.js'

export const page = render(
  'Shell',
  h(
    M.Box,
    { sx: { display: 'flex' } },
    h(
      M.AppBar,
      { position: 'fixed', color: 'primary' },
      h(
        M.Toolbar,
        { variant: 'dense' },
        h(M.IconButton, { edge: 'start', color: 'inherit', sx: { display: { md: 'none' } } }, '≡'),
        h(M.Typography, { variant: 'h6', component: 'div', sx: { flexGrow: 1 } }, 'News'),
        h(M.Button, { color: 'inherit' }, 'Login'),
        h(M.InputBase, { placeholder: 'Search…' }),
      ),
    ),
    h(
      M.Drawer,
      {
        variant: 'permanent',
        sx: {
          width: 240,
          '& .MuiDrawer-paper': { width: 240 },
          display: { xs: 'none', sm: 'block' },
        },
      },
      h(M.Toolbar),
      h(
        M.List,
        { dense: true, subheader: h(M.ListSubheader, null, 'Nested') },
        ...['Inbox', 'Starred', 'Drafts'].map((text, at) =>
          h(
            M.ListItem,
            {
              key: text,
              disablePadding: true,
              secondaryAction: h(M.IconButton, { size: 'small' }, '×'),
            },
            h(
              M.ListItemButton,
              { selected: at === 0, disabled: at === 2 },
              h(M.ListItemIcon, null, 'i'),
              h(M.ListItemText, { primary: text, secondary: 'Jan 9' }),
            ),
          ),
        ),
      ),
      h(M.Divider),
      h(
        M.MenuList,
        null,
        h(M.MenuItem, { divider: true }, 'Menu'),
        h(M.MenuItem, { dense: true }, 'Dense'),
      ),
    ),
    h(
      M.Box,
      { component: 'main', sx: { flexGrow: 1, p: 3 } },
      h(M.Toolbar),
      ...[
        'h1',
        'h2',
        'h3',
        'h4',
        'h5',
        'h6',
        'subtitle1',
        'subtitle2',
        'body1',
        'body2',
        'caption',
        'button',
        'overline',
      ].map((variant) => h(M.Typography, { key: variant, variant, paragraph: false }, variant)),
      h(
        M.Tabs,
        { value: 0, variant: 'scrollable' },
        h(M.Tab, { label: 'One' }),
        h(M.Tab, { label: 'Two', disabled: true }),
      ),
      h(
        M.Accordion,
        { defaultExpanded: true },
        h(M.AccordionSummary, null, 'Summary'),
        h(M.AccordionDetails, null, 'Details'),
      ),
      h(
        M.Accordion,
        null,
        h(M.AccordionSummary, null, 'Closed'),
        h(M.AccordionDetails, null, 'Hidden'),
      ),
      h(
        M.Stepper,
        { activeStep: 1, alternativeLabel: true },
        h(M.Step, null, h(M.StepLabel, null, 'A')),
        h(M.Step, null, h(M.StepLabel, null, 'B')),
      ),
      h(M.Timeline ?? M.Box, null, 'x'),
      h(
        M.ImageList,
        { cols: 2, rowHeight: 50 },
        h(M.ImageListItem, null, h('img', { alt: 'x' }), h(M.ImageListItemBar, { title: 'bar' })),
      ),
      h(
        M.Fab,
        {
          color: 'secondary',
          variant: 'extended',
          sx: { position: 'absolute', bottom: 16, right: 16 },
        },
        'Fab',
      ),
      h(
        M.BottomNavigation,
        { showLabels: true, value: 0 },
        h(M.BottomNavigationAction, { label: 'Recents' }),
        h(M.BottomNavigationAction, { label: 'Near' }),
      ),
    ),
  ),
)
