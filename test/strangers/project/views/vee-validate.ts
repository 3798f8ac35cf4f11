/** VeeValidate. */
import { useForm } from 'vee-validate'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

export default cases({
  composed: show(() => {
    const { values, defineField } = useForm({ initialValues: { email: 'a@b.c' } })
    const [email, attributes] = defineField('email')
    return () => [
      h('input', { value: email.value, ...attributes.value }),
      h('pre', JSON.stringify(values)),
    ]
  }),
})
