import {
  BIN_DAYS,
  DEVICE_DAYS,
  DRAFT_DAYS,
  SESSION_DAYS,
  WAITING_PICTURE_HOURS,
} from '#domain/privacy/retention.ts';
import {
  type LegalItem,
  type LegalText,
  nameSeller,
  reachSeller,
  type Seller,
} from './document.ts';
import { PRIVACY_VERSION } from './versions.ts';

/** Third parties that take part, by the shop's configuration. */
export type Services = {
  map: { kind: 'google' } | { kind: 'tiles'; host: string };
  googleAccount: boolean;
  /** As in `Offer`. */
  paysBy: string | null;
  /** Who stores passwords and sessions: the shop itself, or Google's Firebase. */
  accounts: 'shop' | 'firebase';
};

/**
 * What the shop knows of a person; it must match what the code does. Source: Ley 19.628 as amended
 * by Ley 21.719 (in force from 1 December 2026), arts. 4 to 11, 12 to 14 ter.
 */
export function privacy(seller: Seller, services: Services): LegalText {
  return {
    title: 'Privacidad',
    version: PRIVACY_VERSION,
    intro: 'Qué sabemos de ti, para qué, por cuánto tiempo y cómo pedir que lo borremos.',
    sections: [
      {
        title: 'Quién responde por tus datos',
        blocks: [
          `${nameSeller(seller)}. ${reachSeller(seller)}.`,
          'Los tratamos según la Ley 19.628 sobre protección de los datos personales, con los cambios de la Ley 21.719, que rigen desde el 1 de diciembre de 2026.',
        ],
      },
      { title: 'Qué guardamos, para qué y hasta cuándo', blocks: [kept(services)] },
      { title: 'Qué queda en tu navegador', blocks: browser(services) },
      { title: 'Quién más los recibe', blocks: recipients(services) },
      ...rights(seller),
    ],
  };
}

function kept({ googleAccount, accounts }: Services): LegalItem[] {
  const isOurs = accounts === 'shop';
  const password = isOurs ? 'contraseña (solo una huella que no permite leerla), ' : '';
  const atGoogle = isOurs ? '' : ' Tu contraseña la guarda Google (Firebase), no nosotros.';
  const fromGoogle =
    isOurs && googleAccount ? ' Si entras con Google, también el nombre de esa cuenta.' : '';
  return [
    {
      name: 'Tu pedido',
      text: 'nombre, teléfono, correo, dirección, notas, imágenes, lo que se escribe en los pines, cantidades, precios y la versión de las condiciones que aceptaste. Sirve para hacerlo, cobrarlo, entregarlo y responder por él; lo permiten nuestro contrato contigo y la ley.',
    },
    {
      name: 'Hasta cuándo',
      text: `guardamos el pedido hasta que lo borramos: porque tú lo pides, o porque ya no hace falta para la garantía ni para las cuentas que exige la ley. Un pedido borrado pasa ${BIN_DAYS} días en una papelera y después desaparece, con tus datos y con las imágenes que no estén en otro pedido.`,
    },
    {
      name: 'Tus imágenes',
      text: `el archivo original, que es el que se imprime, lo ve solo la tienda y puede traer datos de tu cámara, como el lugar de la foto; y dos copias sin esos datos, que son las que se muestran. Las copias tienen una dirección imposible de adivinar, pero quien la tenga puede verlas. Si subes una imagen y no la pides, se borra después de ${WAITING_PICTURE_HOURS} horas.`,
    },
    {
      name: 'Tu comprobante de pago y tu respuesta a la prueba',
      text: 'solo si los envías: el archivo del comprobante, que puede mostrar tu nombre y tu banco, lo ve solo la tienda; de una foto guardamos una copia sin los datos de tu cámara. De la prueba guardamos lo que respondiste y cuándo. El comprobante y tus palabras se borran con el pedido o cuando pides borrar tus datos.',
    },
    {
      name: 'Tu reclamo y tu boleta',
      text: 'si nos cuentas que algo salió mal, guardamos tus palabras y tu foto, sin los datos de tu cámara; las ve solo la tienda. De tu boleta guardamos el número, la fecha y, si lo tenemos, su PDF. Tus palabras, la foto y el PDF se borran con el pedido o cuando pides borrar tus datos; el número y la fecha quedan para las cuentas.',
    },
    {
      name: 'El punto del mapa',
      text: 'solo si tú lo marcas: la latitud y longitud de tu puerta, para que el pedido llegue bien. Es voluntario: se guarda con el pedido y, si tienes cuenta, con tu dirección. «Usar mi ubicación» se la pide a tu navegador, que antes te pregunta.',
    },
    {
      name: 'Tu cuenta, si creas una',
      text: `correo, ${password}fechas de registro y acceso, y tu última dirección de entrega, para no escribirla de nuevo.${fromGoogle}${atGoogle} La guardamos hasta que pidas borrarla. De cada sesión guardamos cuándo empezó y el nombre del navegador y de su sistema (como «Chrome en Windows»), para que la reconozcas y puedas cerrarla; termina a los ${SESSION_DAYS} días.`,
    },
    {
      name: 'Correos',
      text: 'te escribimos por tu pedido y tu cuenta, nunca para hacerte publicidad. El encargo de enviar un correo se vacía apenas sale.',
    },
    {
      name: 'Registro de cambios',
      text: 'qué se hizo con cada pedido y cuándo, sin tus datos. Queda, con el número del pedido, aunque el pedido se borre.',
    },
    {
      name: 'Tu dirección IP',
      text: 'para frenar abusos contamos intentos por dirección durante una hora a lo más, y guardamos por un día una huella de la de quien sube imágenes. No la anotamos en tu pedido ni en tu cuenta, ni en los registros de la tienda.',
    },
  ];
}

function browser({ googleAccount, accounts }: Services): LegalText['sections'][number]['blocks'] {
  const signIn = googleAccount ? ' Al entrar con Google hay una más por unos minutos.' : '';
  return [
    `Tu pedido a medio hacer queda en tu navegador hasta que lo confirmas, vuelves al inicio o cierras sesión. Si pasan ${DRAFT_DAYS} días sin que lo toques, se borra la próxima vez que lo abres.`,
    accounts === 'firebase'
      ? 'Si inicias sesión, Google (Firebase) guarda la sesión en tu navegador, y nosotros una cookie propia que recuerda que existe. No hay cookies de publicidad ni de medición.'
      : `Si inicias sesión usamos tres cookies propias: una mantiene la sesión, otra recuerda que existe y la tercera recuerda por ${DEVICE_DAYS} días que ya entraste desde este navegador, para que los intentos de otros con tu correo no te dejen fuera.${signIn} No hay cookies de publicidad ni de medición.`,
  ];
}

function recipients({
  map,
  googleAccount,
  accounts,
  paysBy,
}: Services): LegalText['sections'][number]['blocks'] {
  const mapItem: LegalItem =
    map.kind === 'google'
      ? {
          name: 'Google Maps',
          text: 'si abres el mapa, Google ve tu dirección IP, la comuna que buscas y la zona que miras, y puede usar sus propias cookies.',
        }
      : {
          name: 'El mapa',
          text: `si lo abres, tu navegador pide los dibujos a ${map.host}, que ve tu dirección IP y la zona que miras. Para centrarlo, nuestro servidor puede preguntar por el nombre de tu comuna a un buscador de lugares; nada más.`,
        };
  return [
    'Solo quien hace falta para tu pedido:',
    [
      {
        name: 'El transporte',
        text: 'tu nombre, teléfono y dirección, y el punto si lo marcaste.',
      },
      {
        name: 'Correo y WhatsApp',
        text: 'los servicios con que te escribimos reciben lo que te escribimos.',
      },
      mapItem,
      ...(paysBy === null
        ? []
        : [
            {
              name: paysBy,
              text: 'si pagas en línea, recibe el número de tu pedido y el monto, y en su página los datos de tu tarjeta. A nosotros nos dice si pagaste; la tarjeta nunca la vemos.',
            },
          ]),
      ...(accounts === 'firebase' ? [firebaseItem] : []),
      ...(googleAccount && accounts === 'shop'
        ? [
            {
              name: 'Google',
              text: 'si entras con tu cuenta de Google, sabe que entraste aquí y nos confirma tu correo y tu nombre.',
            },
          ]
        : []),
      {
        name: 'El alojamiento',
        text: 'la empresa donde funcionan nuestros servidores guarda los datos por encargo nuestro.',
      },
    ],
    'Algunos de esos servicios pueden estar fuera de Chile. No vendemos tus datos, no hacemos perfiles y ninguna decisión sobre ti la toma un programa.',
  ];
}

const firebaseItem: LegalItem = {
  name: 'Google (Firebase)',
  text: 'lleva las cuentas por encargo nuestro: tu correo, una huella de tu contraseña, cómo y cuándo entras y tu dirección IP. También te envía los correos para verificar tu email y para cambiar tu contraseña. Si entras con tu cuenta de Google, sabe que entraste aquí.',
};

function rights(seller: Seller): LegalText['sections'] {
  return [
    {
      title: 'Tus derechos',
      blocks: [
        'Son gratis y puedes usarlos cuando quieras:',
        [
          { name: 'Acceso', text: 'saber qué tenemos de ti y recibir una copia.' },
          { name: 'Rectificación', text: 'corregir lo que esté mal o incompleto.' },
          { name: 'Supresión', text: 'pedir que lo borremos.' },
          { name: 'Oposición', text: 'decir que no a un uso que no sea necesario.' },
          { name: 'Portabilidad', text: 'llevarte tus datos en un formato que otro pueda leer.' },
          { name: 'Bloqueo', text: 'que dejemos de usarlos mientras resolvemos lo que pediste.' },
        ],
        'También puedes retirar un permiso que nos diste, como el punto del mapa.',
      ],
    },
    {
      title: 'Cómo pedirlo',
      blocks: [
        'Si tienes cuenta, en «Mi Perfil», pestaña «Seguridad», descargas tus datos o eliminas tu cuenta cuando quieras. Sin cuenta, pídelo así:',
        `${reachSeller(seller)}. Hazlo desde el correo o teléfono de tu pedido, o danos su número, para saber que eres tú. Te respondemos a más tardar en 30 días corridos.`,
        'Si pides borrar, borramos tus datos, tus imágenes y tu cuenta, cuando no quede un pedido en curso. De tus pedidos quedan solo su número, la fecha, la comuna, los montos y el número de su boleta, sin ti.',
        'Si no quedas conforme, puedes reclamar ante la Agencia de Protección de Datos Personales, desde el 1 de diciembre de 2026.',
      ],
    },
    {
      title: 'Niñas, niños y adolescentes',
      blocks: [
        'Si eres menor de edad, haz tu pedido con tu mamá, tu papá o quien te cuide. Y si en una imagen aparece otra persona, pídele permiso antes de subirla.',
      ],
    },
  ];
}
