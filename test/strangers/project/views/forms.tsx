/** TanStack Form and React Final Form. */
import { useForm } from '@tanstack/react-form'
import { Field, Form } from 'react-final-form'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function Tanstack() {
  const form = useForm({ defaultValues: { name: 'Ada' } })
  return (
    <form.Field
      name="name"
      validators={{ onMount: ({ value }) => (value.length < 5 ? 'too short' : undefined) }}
    >
      {(field) => (
        <>
          <input value={field.state.value} onChange={() => {}} />
          <em>{field.state.meta.errors.join()}</em>
        </>
      )}
    </form.Field>
  )
}

export default cases({
  tanstack: show(() => <Tanstack />),
  final: show(() => (
    <Form onSubmit={() => {}} initialValues={{ name: 'Ada' }} validate={() => ({ name: 'wrong' })}>
      {({ handleSubmit, values, errors }) => (
        <form onSubmit={handleSubmit}>
          <Field name="name" component="input" />
          <pre>{JSON.stringify({ values, errors })}</pre>
        </form>
      )}
    </Form>
  )),
})
