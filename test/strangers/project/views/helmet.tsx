/** react-helmet-async by its manual. */
import { Helmet, HelmetProvider } from 'react-helmet-async'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

export default cases({
  title: show(() => (
    <HelmetProvider>
      <Helmet>
        <title>Helmet</title>
        <meta name="description" content="By helmet" />
      </Helmet>
      <p>helmet</p>
    </HelmetProvider>
  )),
  nested: show(() => (
    <HelmetProvider>
      <Helmet titleTemplate="%s | Site" defaultTitle="Site" />
      <div>
        <Helmet>
          <title>Inner</title>
          <meta name="robots" content="noindex" />
        </Helmet>
        <p>nested</p>
      </div>
    </HelmetProvider>
  )),
  attributes: show(() => (
    <HelmetProvider>
      <Helmet>
        <html lang="fr" />
        <body className="dark" />
      </Helmet>
      <p>bonjour</p>
    </HelmetProvider>
  )),
  jsonld: show(() => (
    <HelmetProvider>
      <Helmet>
        <script type="application/ld+json">{'{"@type":"Person","name":"Ada"}'}</script>
      </Helmet>
      <p>data</p>
    </HelmetProvider>
  )),
})
