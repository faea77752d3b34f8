/** The console's address with a sign-in token: in the fragment, which no server and no log sees. */
export const signInUrl = (url: string, token: string): string =>
  `${url.replace('//0.0.0.0', '//localhost').replace('//[::]', '//localhost')}/#token=${token}`
