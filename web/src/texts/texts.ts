// The texts of the page's language, by part. A part of the console loads those files of texts that it uses.

export * from './messages.ts'
export * from './parts/access.ts'
export * from './parts/apps.ts'
export * from './parts/details.ts'
export * from './parts/page.ts'
export * from './parts/settings.ts'
export * from './parts/setup.ts'
export * from './parts/signer.ts'
export * from './parts/uses.ts'
