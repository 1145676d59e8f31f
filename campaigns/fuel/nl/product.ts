import type { product as english } from '../product.ts'

export const product: typeof english = {
  contents: null,
  dose: null,
  form: null,
  date: null,
  price: null,
}
