import type { Context as Request } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { http } from '../contract/messages.ts'

/**
 * Reads a JSON body and checks it.
 *
 * @param misfit what to say of a body that the schema does not fit; by default what is wrong, where
 * @throws HTTPException 400 that names the field; never with anything of the body
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  misfit?: string,
): Promise<z.infer<Schema>> {
  let body: unknown
  try {
    body = JSON.parse(await request.req.text())
  } catch (error) {
    // A body that was too large ends here too, with an answer of its own.
    if (error instanceof HTTPException) throw error
    throw new HTTPException(400, { message: http.bodyNotJson })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HTTPException(400, { message: http.bodyNotObject })
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  if (misfit !== undefined) throw new HTTPException(400, { message: misfit })
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new HTTPException(400, { message: `${field || 'body'}: ${issue?.message ?? 'invalid'}` })
}
