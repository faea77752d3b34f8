import { z } from 'zod'

/** The English sentence; `code` and `params` say the same to programs: see codes.ts. */
export const errorAnswer = z.object({
  error: z
    .string()
    .meta({ description: 'A sentence for people, in English. Its wording may change' }),
  field: z
    .string()
    .optional()
    .meta({ description: 'The field of the request that is wrong, if it is one' }),
  code: z.string().meta({
    description:
      'What is wrong, for programs: one of `x-error-codes`, such as `http.notFound`, or a fixed word, such as ' +
      '`CONFIRM`',
  }),
  params: z.array(z.unknown()).optional().meta({
    description:
      'The values in the sentence, if it has any. One of them may be an error itself: the reason',
  }),
  sentence: z
    .string()
    .optional()
    .meta({ description: 'The code of the sentence, if `code` is a fixed word' }),
})

/** The same fields for an answer that may contain an error. */
export const failureFields = errorAnswer
  .pick({ error: true, code: true, params: true })
  .partial().shape
