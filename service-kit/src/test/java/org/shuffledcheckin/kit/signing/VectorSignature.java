package org.shuffledcheckin.kit.signing;

import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;

/** Signs a round with the JDK's own Ed25519: a second implementation for the vectors. */
public final class VectorSignature {
  private VectorSignature() {}

  /** Signs with a private key of 32 bytes. */
  public static SignedRound sign(byte[] seed, Announcement round, Head ledger) throws Exception {
    PrivateKey key =
        KeyFactory.getInstance("Ed25519")
            .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(key);
    signature.update(SignedRound.message(round, ledger));
    return new SignedRound(round, ledger, signature.sign());
  }

  /** What was signed. */
  public static byte[] message(SignedRound round) {
    return round.message();
  }
}
