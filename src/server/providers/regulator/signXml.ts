/** A file to sign; certificate and its private key, PEM. */
export interface SignTask {
  xml: string
  certificate: string
  key: string
}

/** Signs a file: an enveloped signature with SHA-256, in the root element. A lot of 3 MiB takes seconds: on a thread of its own. */
export async function signXml({ xml, certificate, key }: SignTask): Promise<string> {
  // Loaded when it is used: a start does not wait for it.
  const { SignedXml } = await import('xml-crypto')
  const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
  const signature = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: c14n,
  })
  signature.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', c14n],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, { location: { reference: '/*', action: 'append' } })
  return signature.getSignedXml()
}
