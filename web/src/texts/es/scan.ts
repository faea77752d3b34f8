/** Reading a QR code, by the camera or out of a picture. */
export const scan = {
  camera: 'Scan with the camera',
  lead: 'Hold the code in front of the camera. The picture stays in this browser.',
  noCamera: 'The camera could not be opened',
  noCameraMore: 'Allow this page to use it, or take a picture of the code and choose that.',
  picture: 'Choose a picture of the code',
  noCode: 'There is no QR code in this picture that can be read',
} as const
