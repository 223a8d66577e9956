/** The text of every error of an identity provider, independent of the provider. */
export const identityMessages = {
  // Verification mail.
  'too-many-requests': 'Demasiados intentos seguidos. Espera 5-10 minutos y vuelve a probar.',
  'user-token-expired': 'Tu sesión expiró. Cierra sesión y vuelve a iniciarla para continuar.',
  'invalid-user-token': 'Tu sesión ya no es válida. Cierra sesión y vuelve a iniciarla.',
  'user-not-found': 'No encontramos tu cuenta. Cierra sesión y vuelve a iniciarla.',
  'network-request-failed': 'Error de conexión. Verifica tu internet e intenta de nuevo.',
  'user-disabled': 'Esta cuenta está deshabilitada. Escríbenos y lo revisamos contigo.',
  'quota-exceeded': 'Por ahora no podemos enviar más correos. Intenta de nuevo más tarde.',
  'email-already-in-use': 'Este email ya está en uso. Inicia sesión o recupera tu contraseña.',
  // Test panel's diagnoses.
  'unauthorized-domain': 'Esta dirección del sitio no está autorizada para iniciar sesión.',
  'invalid-email': 'El email debe tener un formato válido',
  // Sign-in and sign-up.
  'wrong-credentials': 'El email o la contraseña no son correctos.',
  'weak-password': 'La contraseña debe tener al menos 8 caracteres.',
  'password-too-long': 'La contraseña es demasiado larga: usa hasta 128 caracteres.',
  'common-password':
    'Esa contraseña es muy fácil de adivinar. Elige otra, por ejemplo tres palabras que no vayan juntas.',
  busy: 'Hay mucha gente a la vez. Espera unos segundos y vuelve a intentarlo.',
  // Sign-in with Google.
  'popup-blocked':
    'Tu navegador bloqueó la ventana de Google. Permite las ventanas emergentes de este sitio e intenta de nuevo.',
  'popup-closed': 'Cerraste la ventana de Google antes de terminar. Puedes intentarlo de nuevo.',
  'google-not-configured':
    'Iniciar sesión con Google no está disponible por ahora. Usa tu email y una contraseña.',
  'google-refused': 'Google no confirmó tu cuenta. Intenta de nuevo o usa tu email.',
  'google-failed':
    'No pudimos terminar el inicio de sesión con Google. Intenta de nuevo o usa tu email.',
  'account-exists':
    'Ya hay una cuenta con ese email. Inicia sesión con tu contraseña o recupérala.',
  // Return links.
  'link-expired': 'Este enlace ya se usó o expiró. Pide uno nuevo.',
  'first-entry-used':
    'Este enlace de primer ingreso ya se usó: sirve una sola vez. Entra con tu correo y la contraseña que elegiste.',
  'first-entry-expired':
    'Este enlace de primer ingreso ya no sirve: dura 24 horas, y solo abre la tienda en que se hizo. Pide otro en el servidor con «npm run admin -- primer-ingreso» y tu correo.',
  'wrong-account': 'Este enlace es de otra cuenta.',
  // Verification mail, by the state of the user.
  'no-user': 'Error: No hay usuario autenticado',
  'already-verified': 'Tu email ya esta verificado',
  'google-user': 'Los usuarios de Google no necesitan verificacion de email adicional',
  unknown: 'Error desconocido',
};

export type IdentityErrorCode = keyof typeof identityMessages;
