/** SweetAlert2. */
import Swal from 'sweetalert2'
import { cases } from '../cases.ts'

export default cases({
  alert: () =>
    void Swal.fire({
      title: 'Error!',
      text: 'Do you want to continue',
      icon: 'error',
      confirmButtonText: 'Cool',
    }),
  toast: () =>
    void Swal.fire({ toast: true, title: 'Saved', position: 'top-end', showConfirmButton: false }),
})
