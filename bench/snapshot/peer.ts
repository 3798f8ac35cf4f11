// The Lit page without a router, for a renderer that loads documents: the id is in the query.
import { pageData } from './data.ts'
import BenchLit from './views/lit.ts'

const id = Number(new URLSearchParams(location.search).get('id'))
document.body.append(Object.assign(new BenchLit(), { page: { data: pageData(id) } }))
