import static org.junit.jupiter.api.Assertions.*;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShopTest {
    @RegisterExtension Sandbox sandbox = new Sandbox();

    @Test void showsOnlyThePetsForSale() throws Exception {
        assertTrue(new Shop(sandbox.url, sandbox.key).forSale().contains("available"));
    }
    @Test void triesAgainWhenTheStoreIsClosed() throws Exception {
        sandbox.force("{\"operation\":\"listPets\",\"code\":503,\"times\":1}");
        new Shop(sandbox.url, sandbox.key).forSale();
        assertEquals(List.of("GET /v1/pets status=available 503", "GET /v1/pets status=available 200"), sandbox.requests());
    }
    @Test void addsAPet() throws Exception {
        new Shop(sandbox.url, sandbox.key).takeIn("Rex", 2);
        assertEquals(List.of("POST /v1/pets  201"), sandbox.requests());
    }
}
