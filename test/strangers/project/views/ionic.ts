/** Ionic's components, which Stencil compiled. */
import { initialize } from '@ionic/core/components'
import { defineCustomElement as button } from '@ionic/core/components/ion-button.js'
import { defineCustomElement as card } from '@ionic/core/components/ion-card.js'
import { defineCustomElement as content } from '@ionic/core/components/ion-card-content.js'
import { defineCustomElement as header } from '@ionic/core/components/ion-card-header.js'
import { defineCustomElement as title } from '@ionic/core/components/ion-card-title.js'
import { defineCustomElement as input } from '@ionic/core/components/ion-input.js'
import { defineCustomElement as item } from '@ionic/core/components/ion-item.js'
import { defineCustomElement as label } from '@ionic/core/components/ion-label.js'
import { defineCustomElement as list } from '@ionic/core/components/ion-list.js'
import { defineCustomElement as progress } from '@ionic/core/components/ion-progress-bar.js'
import { defineCustomElement as toggle } from '@ionic/core/components/ion-toggle.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

initialize({ mode: 'md' })
for (const define of [
  button,
  card,
  content,
  header,
  title,
  input,
  item,
  label,
  list,
  progress,
  toggle,
])
  define()

export default cases({
  button: markup(
    '<ion-button color="primary">Save</ion-button><ion-button href="#!/x" disabled>Link</ion-button>',
  ),
  card: markup(
    '<ion-card><ion-card-header><ion-card-title>Title</ion-card-title></ion-card-header><ion-card-content>Body</ion-card-content></ion-card>',
  ),
  list: markup(
    '<ion-list><ion-item><ion-label>One</ion-label></ion-item><ion-item href="#!/x"><ion-label>Two</ion-label></ion-item></ion-list>',
  ),
  input: markup('<ion-input label="Name" value="Ada" label-placement="stacked"></ion-input>'),
  toggle: markup('<ion-toggle checked>On</ion-toggle>'),
  progress: markup('<ion-progress-bar value="0.5"></ion-progress-bar>'),
})
