import { expect, test } from 'vitest'
import { inLanguages } from '#campaign/in-languages.ts'
import { textsOf } from '#test/campaign-texts.ts'

/** The source quotes them with an apostrophe of ASCII. */
const quoted = ["SEE WHAT'S INSIDE", "Wait. Don't Leave Your Fuel Behind."]

test.each(Object.keys(inLanguages))('texts in %s have curly apostrophes', (language) =>
  expect(
    textsOf(inLanguages[language]).filter(
      (text) => /\p{L}'\p{L}/u.test(text) && !quoted.includes(text),
    ),
  ).toEqual([]),
)
