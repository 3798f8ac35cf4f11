/** react-hook-form by its manual. */
import { useEffect } from 'react'
import { Controller, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function Register() {
  const { register, handleSubmit } = useForm({ defaultValues: { first: 'Ada', agree: true } })
  return (
    <form onSubmit={handleSubmit(() => {})}>
      <input {...register('first', { required: true, maxLength: 20 })} />
      <input type="checkbox" {...register('agree')} />
      <input type="submit" />
    </form>
  )
}
function Invalid() {
  const {
    register,
    trigger,
    formState: { errors },
  } = useForm({ defaultValues: { mail: 'x' } })
  useEffect(() => void trigger(), [trigger])
  return (
    <form>
      <input {...register('mail', { pattern: { value: /@/, message: 'No address' } })} />
      {errors.mail && <p role="alert">{errors.mail.message}</p>}
    </form>
  )
}
function Fields() {
  const { control, register } = useForm({
    defaultValues: { people: [{ name: 'Ada' }, { name: 'Grace' }] },
  })
  const { fields } = useFieldArray({ control, name: 'people' })
  return (
    <form>
      {fields.map((field, index) => (
        <input key={field.id} {...register(`people.${index}.name`)} />
      ))}
    </form>
  )
}
function Watched() {
  const { control, setValue } = useForm({ defaultValues: { text: 'before' } })
  const text = useWatch({ control, name: 'text' })
  useEffect(() => setValue('text', 'after'), [setValue])
  return (
    <form>
      <Controller name="text" control={control} render={({ field }) => <textarea {...field} />} />
      <output>{text}</output>
    </form>
  )
}
function Later() {
  const { register, reset } = useForm<{ name: string }>()
  useEffect(() => {
    fetch('/data/people.json')
      .then((answer) => answer.json())
      .then(([{ name }]) => reset({ name }))
  }, [reset])
  return (
    <form>
      <input {...register('name')} />
    </form>
  )
}

export default cases({
  register: show(() => <Register />),
  invalid: show(() => <Invalid />),
  array: show(() => <Fields />),
  watch: show(() => <Watched />),
  reset: show(() => <Later />),
})
