// What is refused of a login, which server and console share: alone, because the login needs nothing else of the messages.

import { auth as english } from '#contract/access-rules.ts'
import { catalogue } from '../catalogue.ts'

export const auth = catalogue?.sentences.auth ?? english
