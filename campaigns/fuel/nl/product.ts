import type { product as english } from '../product.ts'

export const product: typeof english = {
  contents: { sample: 'acht ingrediënten, elk met zijn hoeveelheid' },
  dose: { sample: 'één per dag' },
  form: { sample: 'een drankje van 25 ml in een glazen ampul' },
  date: { sample: '1 maart 2027' },
  price: { sample: '€ 59 voor 30 ampullen' },
}
