import { z } from 'zod'

/** The English sentence; `code` and `params` say the same to programs: see codes.ts. */
export const errorAnswer = z.object({
  error: z.string().meta({ description: 'For people, in English. The wording may change' }),
  field: z.string().optional().meta({ description: 'The field that it is about, if it is one' }),
  code: z.string().meta({
    description:
      'What is wrong, for programs: `group.key`, one of `x-error-codes`, or a fixed word such as CONFIRM. Then ' +
      '`sentence` is the code of the sentence',
  }),
  params: z.array(z.unknown()).optional().meta({
    description: 'What the sentence was made with, in its order. One may be a refusal itself',
  }),
  sentence: z.string().optional(),
})

/** The same fields for an answer that may contain an error. */
export const failureFields = errorAnswer
  .pick({ error: true, code: true, params: true })
  .partial().shape
