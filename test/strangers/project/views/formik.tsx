/** Formik by its manual. */
import { ErrorMessage, Field, FieldArray, Form, Formik } from 'formik'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const validate = ({ email }: { email: string }) =>
  email.includes('@') ? {} : { email: 'Invalid email address' }

export default cases({
  form: show(() => (
    <Formik initialValues={{ email: 'ada@example.org', role: 'b' }} onSubmit={() => {}}>
      <Form>
        <Field name="email" type="email" />
        <Field as="select" name="role">
          <option value="a">A</option>
          <option value="b">B</option>
        </Field>
        <button type="submit">Submit</button>
      </Form>
    </Formik>
  )),
  errors: show(() => (
    <Formik
      initialValues={{ email: '' }}
      initialTouched={{ email: true }}
      validateOnMount
      validate={validate}
      onSubmit={() => {}}
    >
      {({ isValid }) => (
        <Form>
          <Field name="email" />
          <ErrorMessage name="email" component="p" />
          <i>{String(isValid)}</i>
        </Form>
      )}
    </Formik>
  )),
  array: show(() => (
    <Formik initialValues={{ friends: ['a', 'b'] }} onSubmit={() => {}}>
      {({ values }) => (
        <FieldArray name="friends">
          {() =>
            values.friends.map((friend, index) => <Field key={friend} name={`friends.${index}`} />)
          }
        </FieldArray>
      )}
    </Formik>
  )),
})
