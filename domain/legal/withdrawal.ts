import { type LegalText, type Offer, reachSeller } from './document.ts';

/**
 * Why made-to-order goods cannot simply be returned, and when they can. Sources: Ley 19.496, art. 3
 * bis, letter b, as amended by Ley 21.398; its regulation on exclusions, published on 27 August
 * 2024 and in force since 28 February 2025.
 */
export function withdrawal({
  seller,
  termsVersion,
}: Pick<Offer, 'seller' | 'termsVersion'>): LegalText {
  return {
    title: 'Derecho a retracto',
    version: termsVersion,
    intro: 'Si puedes devolver tus pines, y cómo.',
    sections: [
      {
        title: 'La regla general',
        blocks: [
          'Cuando compras por internet, la ley te da 10 días desde que recibes el producto para arrepentirte sin dar razones.',
        ],
      },
      {
        title: 'Tus pines son una excepción',
        blocks: [
          'Los hacemos con tus imágenes y en las cantidades que tú eliges. La ley y su reglamento excluyen del retracto los productos confeccionados según las especificaciones de quien compra (Ley 19.496, artículo 3 bis, letra b), porque no se pueden vender a otra persona.',
          'Por eso, cuando ya empezamos a fabricarlos, no puedes devolverlos solo porque cambiaste de opinión.',
        ],
      },
      {
        title: 'Cuándo sí puedes devolverlos',
        blocks: [
          'Si no cumplen lo que pediste: otra imagen, otra cantidad, o sin lo que escribiste en las notas y nosotros aceptamos. En ese caso:',
          [
            `Tienes 10 días desde que los recibes. ${reachSeller(seller)}, con el número de tu pedido.`,
            'El envío de vuelta lo pagamos nosotros.',
            'Te devolvemos todo lo que pagaste, envío incluido, a más tardar en 10 días y sin descuentos.',
          ],
        ],
      },
      {
        title: 'Lo que no cambia',
        blocks: [
          [
            'Antes de que empecemos a fabricar puedes anular sin costo.',
            'Si tus pines salen con fallas, tienes 6 meses de garantía legal para elegir entre reparación, pines nuevos o tu dinero.',
          ],
        ],
      },
    ],
  };
}
