// Refusals of a login, which server and console share. The login loads this file and no other messages.

import { auth as english } from '#contract/access-rules.ts'
import { catalogue } from '../catalogue.ts'

export const auth = catalogue?.sentences.auth ?? english
